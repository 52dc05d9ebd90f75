// The connection to the table: says who we are, and comes back after an interruption.

const PAUSES = [300, 1000, 2000, 5000];
const NO_SEAT = 4401;

// on: { cards, state, hint, options, rules, problem, connection }: functions of what the server says. connection(how): "open", "lost" or "closed".
export function connectTo(token, on) {
  let socket = null;
  let tries = 0;

  function open() {
    socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/table`);
    socket.onopen = () => send({ type: "hello", token });
    socket.onmessage = (event) => {
      const message = JSON.parse(event.data);
      if (message.type === "state") {
        tries = 0;
        on.connection("open");
      }
      on[message.type]?.(message);
    };
    socket.onclose = (event) => {
      if (event.code === NO_SEAT) return on.connection("closed", event.reason);
      on.connection("lost", event.reason);
      setTimeout(open, PAUSES[Math.min(tries++, PAUSES.length - 1)]);
    };
  }

  function send(message) {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message));
  }

  open();
  return send;
}
