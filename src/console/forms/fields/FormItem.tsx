import { observer, useField } from '@formily/react'
import type { Field } from '@formily/core'
import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'

interface FormItemProps {
  label: string
  help?: string
  required?: boolean
  span?: number
  id: string
  /** warning for a value that can be saved all the same */
  warn?: (value: unknown) => string | undefined
  children?: ReactNode
}

/** columns of the form: no field may span more, or the grid would add a column */
const COLUMNS = 2

/** Label, control, and below it help text or error in the same place, so that nothing moves. */
export const FormItem = observer(function FormItem({ label, help, required, span, id, warn, children }: FormItemProps) {
  const field = useField<Field>()
  const error = field.selfErrors[0]
  const warning = error ? undefined : warn?.(field.value)
  return (
    <div
      className={error ? 'form-item invalid' : warning ? 'form-item doubtful' : 'form-item'}
      style={span ? { gridColumn: `span ${Math.min(span, COLUMNS)}` } : undefined}
    >
      <label htmlFor={id} title={t(label)}>
        {required && <em aria-hidden="true">*</em>}
        {t(label)}
      </label>
      <div className="form-control">
        {children}
        <p className="form-note" role={error ? 'alert' : warning ? 'status' : undefined}>
          {error ? String(error) : (warning ?? (help ? t(help) : ''))}
        </p>
      </div>
    </div>
  )
})
