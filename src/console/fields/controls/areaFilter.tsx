import { useEffect, useState } from 'react'
import { areaName } from '../../data/areas.ts'
import type { FilterControlProps } from '../definition.ts'
import type { AreaCascaderProps } from './AreaCascader.tsx'
import { once, Touch } from './Touch.tsx'

const cascader = once<AreaCascaderProps>(async () => (await import('./AreaCascader.tsx')).AreaCascader)

export function AreaFilter({ id, value, onChange }: FilterControlProps) {
  const [code, setCode] = useState(value)
  const change = (next: string) => {
    setCode(next)
    onChange(next)
  }
  return (
    <Touch id={id} text={useAreaName(code)} load={cascader.load}>
      {(touched) => {
        const Cascader = cascader.get()
        return Cascader ? <Cascader id={id} value={code} onChange={change} {...touched} /> : null
      }}
    </Touch>
  )
}

/** The name of an area that the URL names, found level by level as the cascader does. */
function useAreaName(code: string): string {
  const [name, setName] = useState('')
  useEffect(() => {
    let live = true
    if (code) void areaName(code).then((found) => live && setName(found))
    return () => { live = false }
  }, [code])
  return code ? name || code : ''
}
