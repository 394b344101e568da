import Cascader from 'antd/es/cascader'
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { AreaNode } from '../../../core/contract/api.ts'
import { areaPath, childAreas, isLeaf } from '../../data/areas.ts'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import type { TouchedProps } from './Touch.tsx'

export interface AreaCascaderProps extends Partial<TouchedProps> {
  id?: string
  value: string
  onChange: (value: string) => void
  disabled?: boolean
  status?: 'error' | undefined
}
interface Option { value: string; label: string; isLeaf: boolean; children?: Option[] }

const toOption = (node: AreaNode): Option => ({
  value: node.areaCode, label: node.areaName, isLeaf: isLeaf(node), ...(node.children ? { children: node.children.map(toOption) } : {}),
})

/** Loads the children of a level when it is opened, and the levels of a value that is there already (R2.24). */
export function AreaCascader({ id, value, onChange, open, autoFocus, disabled, status }: AreaCascaderProps) {
  const [options, setOptions] = useState<Option[]>([])
  const [first] = useState(value)
  useEffect(() => {
    let live = true
    void branch(first).then((tree) => live && setOptions(tree)).catch(() => undefined)
    return () => { live = false }
  }, [first])
  const loadData = useCallback(async (path: Option[]) => {
    const last = path.at(-1)
    if (!last) return
    const nodes = await childAreas(last.value).catch(() => [])
    if (nodes.length) last.children = nodes.map(toOption)
    else last.isLeaf = true
    setOptions((old) => [...old])
  }, [])
  const selected = useMemo(() => pathIn(options, value), [options, value])
  return (
    <Antd><Cascader<Option>
      id={id ?? ''} className="fill" changeOnSelect allowClear placeholder={disabled ? '' : t('请选择')} options={options} value={selected} disabled={disabled ?? false}
      defaultOpen={open ?? false} autoFocus={autoFocus ?? false} loadData={(path) => void loadData(path)} status={status ?? ''}
      displayRender={(labels) => labels.join(' / ')} onChange={(path) => onChange(String(path?.at(-1) ?? ''))}
    /></Antd>
  )
}

/** The root options, opened down to the value. */
async function branch(value: string): Promise<Option[]> {
  const roots = (await childAreas()).map(toOption)
  let level = roots
  for (const code of value ? areaPath(value).slice(0, -1) : []) {
    const here = level.find((option) => option.value === code)
    if (!here) continue
    here.children ??= (await childAreas(code)).map(toOption)
    level = here.children
  }
  return roots
}

function pathIn(options: Option[], value: string): string[] {
  const wanted = new Set(value ? areaPath(value) : [])
  const path: string[] = []
  let level: Option[] | undefined = options
  while (level) {
    const next: Option | undefined = level.find((option) => wanted.has(option.value))
    if (!next) break
    path.push(next.value)
    level = next.children
  }
  return path
}
