// Bytes and objects as text that fits into addresses and files.
async function through(bytes, stream) {
  const piped = new Blob([bytes]).stream().pipeThrough(stream);
  return new Uint8Array(await new Response(piped).arrayBuffer());
}
export const compress = (bytes, format = 'deflate-raw') => through(bytes, new CompressionStream(format));
export const expand = (bytes, format = 'deflate-raw') => through(bytes, new DecompressionStream(format));

export function toBase64(bytes) {
  let text = '';
  for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}
export function fromBase64(text) {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
}

export const pack = async (object) => compress(new TextEncoder().encode(JSON.stringify(object)));
export const unpack = async (bytes) => JSON.parse(new TextDecoder().decode(await expand(bytes)));
