import { useState } from 'react'
import type { ControlProps } from '../values/definition.ts'
import { plain } from '../values/text.ts'
import { AreaCascader } from '../pickers/AreaCascader.tsx'
import { Touch } from '../pickers/Touch.tsx'
import { useAreaName } from '../pickers/useAreaName.ts'
import { pickHint } from './hints.ts'

/** A value set from outside (a loaded record, a restored draft) needs the options of its branch loaded. */
export function AreaControl({ id = '', field, value, onChange, disabled, status }: ControlProps) {
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
  const text = useAreaName(plain(value))
  const placeholder = pickHint(field, disabled)
  return (
    <Touch key={outside} id={id} text={text} placeholder={placeholder} disabled={disabled} status={status}>
      {touched => (
        <AreaCascader
          {...touched}
          id={id}
          value={plain(value)}
          onChange={change}
          disabled={disabled}
          status={status}
          placeholder={placeholder}
        />
      )}
    </Touch>
  )
}
