import type { NodeDefinition } from '#src/sdk/define-node.ts'
import { type AiNodeOptions, createAiNode } from './ai.node.ts'
import { approval } from './approval.node.ts'
import { catalogEntry, type NodeCatalogEntry } from './catalog.ts'
import { code } from './code.node.ts'
import { error } from './error.node.ts'
import { feed } from './feed.node.ts'
import { filter } from './filter.node.ts'
import { form } from './form.node.ts'
import { http } from './http.node.ts'
import { ifNode } from './if.node.ts'
import { loop } from './loop.node.ts'
import { mail } from './mail.node.ts'
import { manual } from './manual.node.ts'
import { merge } from './merge.node.ts'
import { note } from './note.node.ts'
import { respond } from './respond.node.ts'
import { schedule } from './schedule.node.ts'
import { set } from './set.node.ts'
import { stop } from './stop.node.ts'
import { switchNode } from './switch.node.ts'
import { createToolNode, type ToolNodeOptions } from './tool.node.ts'
import { wait } from './wait.node.ts'
import { webhook } from './webhook.node.ts'
import { workflowNode } from './workflow.node.ts'

export { catalogEntry, type NodeCatalogEntry } from './catalog.ts'
export { checkConfig } from './check-config.ts'
export { CONTROLS, type Control, type FieldHints } from './field-hints.ts'
export { FormSettings } from './form.node.ts'
export { scheduleSettings } from './schedule.node.ts'
export { WEBHOOK_METHODS, type WebhookMethod, WebhookSettings, type WebhookTrigger } from './webhook.node.ts'

/** Every node type by its name in graphs. */
export const createNodes = (options: ToolNodeOptions & { readonly ai?: AiNodeOptions }) =>
  ({
    manual,
    webhook,
    schedule,
    form,
    error,
    feed,
    set,
    if: ifNode,
    switch: switchNode,
    filter,
    loop,
    merge,
    stop,
    note,
    tool: createToolNode(options),
    http,
    code,
    ai: createAiNode(options.ai),
    mail,
    respond,
    wait,
    approval,
    workflow: workflowNode,
  }) satisfies Record<string, NodeDefinition>

/** For a registry of node types: the way out of a loop that leads to what it repeats. */
export const bodyPortsOf =
  (nodes: Readonly<Record<string, NodeDefinition>>) =>
  ({ type }: { readonly type: string }): string | undefined =>
    Object.hasOwn(nodes, type) ? nodes[type]?.bodyPort : undefined

export type Nodes = ReturnType<typeof createNodes>

export const nodeCatalog = (nodes: Nodes): NodeCatalogEntry[] => Object.values(nodes).map(catalogEntry)
