// All that the author of a tool or a node may use.
export { defineNode, type NodeContext, type NodeDefinition, type NodeResult } from './define-node.ts'
export { CATEGORIES, type Category, defineTool, type Example, type Tool } from './define-tool.ts'
export {
  boolean,
  checkbox,
  date,
  email,
  type Field,
  type FieldSpec,
  file,
  list,
  multiselect,
  number,
  password,
  radio,
  range,
  select,
  string,
  tel,
  textarea,
  url,
} from './fields.ts'
export type { Json, JsonObject } from './json.ts'
export { numbersOf } from './numbers-of.ts'
export { badge, chart, image, json, listOf, type OutputSpec, table, text, wheel } from './outputs.ts'
export { ToolError } from './tool-error.ts'
