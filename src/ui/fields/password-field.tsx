import { Eye, EyeOff } from 'lucide-react'
import { useId, useState } from 'react'
import { IconButton } from '../button.tsx'
import { FieldFrame, wiring } from './field-frame.tsx'
import type { TextFieldProps } from './text-field.tsx'

/** A password that can be shown. Pasting and password managers work; give `autoComplete`. */
export function PasswordField({ label, help, error, required, id: given, className, ...rest }: TextFieldProps) {
  const fallback = useId()
  const id = given ?? fallback
  const [shown, setShown] = useState(false)
  return (
    <FieldFrame id={id} label={label} help={help} error={error} required={required} className={className}>
      <span className="relative block">
        <input
          autoCapitalize="none"
          spellCheck={false}
          {...rest}
          {...wiring(id, { help, error })}
          type={shown ? 'text' : 'password'}
          required={required}
          className="field-box pe-11"
        />
        <span className="absolute inset-y-0 end-0.5 flex items-center">
          <IconButton
            icon={shown ? EyeOff : Eye}
            size="dense"
            aria-label={shown ? 'Hide password' : 'Show password'}
            aria-controls={id}
            onClick={() => setShown(!shown)}
          />
        </span>
      </span>
    </FieldFrame>
  )
}
