// Data in a page: JSON, compressed, as base64 (web/pages.py packs it).

export async function readPacked(element) {
  const bytes = Uint8Array.from(atob(element.textContent), (letter) => letter.charCodeAt(0));
  const whole = new ReadableStream({ start(stream) { stream.enqueue(bytes); stream.close(); } });
  return JSON.parse(await new Response(whole.pipeThrough(new DecompressionStream("deflate"))).text());
}
