// The page of a recorded game in a notebook (web/widget.py): a frame, since the page has styles and keys of its own.

export default {
  render({ model, el }) {
    const frame = document.createElement("iframe");
    let shown = null; // the position that the page has told
    const root = () => frame.contentDocument?.getElementById("replay");
    const show = () => { if (model.get("step") !== shown) root()?.dispatchEvent(new CustomEvent("go", { detail: model.get("step") })); };
    const hear = (event) => {
      const first = shown === null;
      shown = event.detail;
      if (first) return show();
      model.set("step", shown);
      model.save_changes();
    };
    frame.title = "A recorded game";
    frame.style.cssText = `width: 100%; height: ${model.get("height")}px; border: 0`;
    frame.addEventListener("load", () => {
      shown = null;
      root().addEventListener("step", hear);
      show(); // unheard if the page has not read its game yet: then its first position comes later
    });
    frame.srcdoc = model.get("page");
    model.on("change:step", show);
    el.append(frame);
    return () => model.off("change:step", show);
  },
};
