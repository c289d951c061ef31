import { useQuery } from '@tanstack/react-query'
import { getting } from '#src/client/query-client.ts'
import type { secretsContract } from '#src/features/secrets/secrets.schema.ts'
import type { Json } from '#src/sdk/json.ts'
import { SelectField } from '#src/ui/fields/choice-fields.tsx'
import { TextLink } from '#src/ui/text-link.tsx'

interface SecretFieldProps {
  readonly id: string
  readonly label: string
  readonly help: string
  readonly value: Json | undefined
  readonly error: string | undefined
  readonly onChange: (value: Json | undefined) => void
}

/** Chooses one of the account's secrets by its name; an expression cannot. */
export function SecretField({ id, label, help, value, error, onChange }: SecretFieldProps) {
  const { data, isError } = useQuery(getting<typeof secretsContract.list>('/api/secrets'))
  const chosen = typeof value === 'string' ? value : ''
  const names = (data?.secrets ?? []).map(({ name }) => name)
  const isMissing = chosen !== '' && data !== undefined && !names.includes(chosen)
  const shown = chosen === '' || names.includes(chosen) ? names : [chosen, ...names]
  const failure = isError ? 'Your secrets could not be loaded' : undefined
  return (
    <div className="flex flex-col gap-1.5">
      <SelectField
        id={id}
        label={label}
        help={help}
        placeholder="None"
        options={shown.map((name) => ({ value: name, label: name }))}
        value={chosen}
        error={error ?? failure ?? (isMissing ? `There is no secret called “${chosen}”` : undefined)}
        onChange={(event) => onChange(event.currentTarget.value === '' ? undefined : event.currentTarget.value)}
      />
      <TextLink to="/settings#secrets" className="w-fit text-13">
        Store a secret
      </TextLink>
    </div>
  )
}
