import { joinNames } from '../../i18n/t.ts'
import { Pick, type PickProps } from '../pickers/Pick.tsx'
import { Touch } from '../pickers/Touch.tsx'
import type { ControlProps } from '../values/definition.ts'
import { pickHint } from './hints.ts'

type Props = Omit<PickProps, 'id' | 'multiple' | 'open' | 'autoFocus' | 'placeholder'> & {
  id?: string | undefined
  field: ControlProps['field']
}

/** A select of a form: until it is used only what it holds is drawn. */
export function PickControl({ id = '', field, ...props }: Props) {
  const { choices, value, nameOf, loading, disabled, status } = props
  const nameIn = (key: string): string =>
    nameOf?.(key) ?? choices.find(choice => choice.value === key)?.name ?? (loading ? '' : key)
  const placeholder = pickHint(field, disabled)
  return (
    <Touch id={id} text={joinNames(value.map(nameIn))} placeholder={placeholder} disabled={disabled} status={status}>
      {touched => <Pick {...props} {...touched} id={id} multiple={field.multiple ?? false} placeholder={placeholder} />}
    </Touch>
  )
}
