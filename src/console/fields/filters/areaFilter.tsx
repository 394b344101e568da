import { useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { FieldFacts } from '../../../core/contract/configuration.ts'
import { currentConfig } from '../../data/config/config.ts'
import type { FilterControlProps } from '../values/definition.ts'
import type { AreaCascaderProps } from '../pickers/AreaCascader.tsx'
import type { Depth } from '../pickers/areaOptions.ts'
import { once, Touch } from '../pickers/Touch.tsx'
import { useAreaName } from '../pickers/useAreaName.ts'

const cascader = once<AreaCascaderProps>(async () => (await import('../pickers/AreaCascader.tsx')).AreaCascader)

const COLUMNS = 3
const DEEPEST = 4

/**
 * How deep areas can be chosen: at most three columns from the user's own area, and no deeper than the page allows for
 * the user's level (R5.04).
 */
export function depthOf({ deepest }: Pick<FieldFacts, 'deepest'>, userLevel: number): Depth {
  return { columns: COLUMNS, level: deepest?.[String(userLevel)] ?? DEEPEST }
}

export function AreaFilter({ id, field, value, onChange }: FilterControlProps) {
  const app = useApp()
  const [code, setCode] = useState(value)
  const [depth] = useState(() => depthOf(field, currentConfig(app).boot?.user.sysArea.areaLevel ?? 0))
  const change = (next: string) => {
    setCode(next)
    onChange(next)
  }
  return (
    <Touch id={id} text={useAreaName(code)} load={cascader.load}>
      {touched => {
        const Cascader = cascader.get()
        return Cascader ? <Cascader id={id} value={code} onChange={change} depth={depth} {...touched} /> : null
      }}
    </Touch>
  )
}
