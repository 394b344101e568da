import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { plain } from '../values/text.ts'
import { AreaCascader } from '../pickers/AreaCascader.tsx'

/** A value set from outside (a loaded record, a restored draft) needs the options of its branch loaded. */
export function AreaControl({ id, field, value, onChange, disabled, status }: ControlProps) {
  const [own, setOwn] = useState(plain(value))
  const [outside, setOutside] = useState(0)
  if (plain(value) !== own) {
    setOwn(plain(value))
    setOutside(outside + 1)
  }
  const change = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  return (
    <AreaCascader
      key={outside}
      id={id}
      value={plain(value)}
      onChange={change}
      disabled={disabled}
      status={status}
      placeholder={t('请选择{name}', { name: t(field.label) })}
    />
  )
}
