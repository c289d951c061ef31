import type { QuickJSOptions } from 'quickjs-wasi'

/** The compiled engine; compiled once, instantiated for every call. */
export type Wasm = QuickJSOptions['wasm']

// Local to this file: the server's type check knows no WebAssembly (neither ES2024 nor @types/node has it).
declare const WebAssembly: { compile(bytes: Uint8Array<ArrayBuffer>): Promise<Wasm> }

export const compileEngine = (bytes: Uint8Array<ArrayBuffer>): Promise<Wasm> => WebAssembly.compile(bytes)
