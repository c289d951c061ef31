import { useEffect } from 'react'
import type { Fxn } from '#src/features/catalog/catalog.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { holdsPrivate } from './form-values.ts'
import { onceWanted } from './once-wanted.web.tsx'
import type { ToolRun } from './use-tool-run.web.tsx'

/** Somebody who types has come to an end. */
const SETTLED_AFTER_MS = 1500

const loadHistory = () => import('./history.ts')

/** Keeps runs in this browser's history, but none with a secret in it. */
export function useHistory(fxn: Fxn, { fields, form, session }: ToolRun, inputs: Readonly<Record<string, Json>>): void {
  const { slug, inputConfig } = fxn
  const { result, revision, values } = session
  const outputs = revision > 0 && result?.revision === revision ? result.outputs : undefined
  // Ahead of the first run, so that a run makes no request.
  useEffect(() => onceWanted(form.current, () => void loadHistory().catch(() => undefined)), [form])
  useEffect(() => {
    if (outputs === undefined || inputConfig.confidential) return
    if (holdsPrivate(fields, values)) return
    const at = Date.now()
    const keep = async () => (await loadHistory()).keepRun({ slug, at, inputs, outputs })
    const timer = setTimeout(() => void keep().catch(() => undefined), SETTLED_AFTER_MS)
    return () => clearTimeout(timer)
  }, [slug, inputConfig, fields, values, inputs, outputs])
}
