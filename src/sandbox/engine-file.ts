// The address of the engine for browsers: a page fetches it and hands it to the worker, which can fetch nothing.
export { default as engineFile } from 'quickjs-wasi/quickjs.wasm?url'
