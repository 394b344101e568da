import { useState } from 'react'
import type { ControlProps } from '../values/definition.ts'
import { keysOf } from '../values/text.ts'
import { AreaCascader } from '../pickers/AreaCascader.tsx'
import { Touch } from '../pickers/Touch.tsx'
import { useAreaName } from '../pickers/useAreaName.ts'
import { pickHint } from './hints.ts'

/** A value set from outside (a loaded record, a restored draft) needs the options of its branch loaded. */
export function AreaControl({ id = '', field, value, onChange, disabled, status }: ControlProps) {
  const codes = keysOf(value).join(',')
  const [own, setOwn] = useState(codes)
  const [outside, setOutside] = useState(0)
  if (codes !== own) {
    setOwn(codes)
    setOutside(outside + 1)
  }
  const change = (next: string) => {
    setOwn(next)
    onChange?.(next)
  }
  const text = useAreaName(codes)
  const placeholder = pickHint(field, disabled)
  return (
    <Touch key={outside} id={id} text={text} placeholder={placeholder} disabled={disabled} status={status}>
      {touched => (
        <AreaCascader
          {...touched}
          id={id}
          value={codes}
          multiple={field.multiple === true}
          onChange={change}
          disabled={disabled}
          status={status}
          placeholder={placeholder}
        />
      )}
    </Touch>
  )
}
