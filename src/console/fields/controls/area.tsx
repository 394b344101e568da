import { useRef } from 'react'
import type { ControlProps } from '../definition.ts'
import { plain } from '../text.ts'
import { AreaCascader } from './AreaCascader.tsx'

/** A value set from outside (the record arrived, a draft came back) needs its branch loaded anew. */
export function AreaControl({ id, value, onChange, disabled, status }: ControlProps) {
  const own = useRef(plain(value))
  const outside = useRef(0)
  if (plain(value) !== own.current) {
    own.current = plain(value)
    outside.current += 1
  }
  const change = (next: string) => {
    own.current = next
    onChange?.(next)
  }
  return <AreaCascader key={outside.current} id={id} value={plain(value)} onChange={change} disabled={disabled} status={status} />
}
