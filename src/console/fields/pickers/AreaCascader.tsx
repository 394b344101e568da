import Cascader from 'antd/es/cascader'
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import { branches, childOptions, pathIn, type AreaOption, type Depth } from './areaOptions.ts'
import { withFailed } from './Failed.tsx'
import type { TouchedProps } from './Touch.tsx'

export interface AreaCascaderProps extends Partial<TouchedProps> {
  id?: string
  /** a code; several by commas where `multiple` */
  value: string
  multiple?: boolean
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  status?: 'error' | undefined
  /** deepest level to choose; all levels when left out */
  depth?: Depth
}

/** Loads children when a level is opened, and all levels of an existing value (R2.24). */
export function AreaCascader(props: AreaCascaderProps) {
  const { id, value, multiple, onChange, open, autoFocus, placeholder, disabled, status, depth } = props
  const [first] = useState(value)
  const { options, loadData, retry } = useAreas(first, depth)
  const paths = useMemo(
    () => (options.length > 0 ? codesIn(value).map(code => pathOf(options, code)) : []),
    [options, value],
  )
  const shared = {
    id: id ?? '',
    className: 'fill',
    allowClear: true,
    placeholder: disabled ? '' : (placeholder ?? t('请选择')),
    options,
    disabled: disabled ?? false,
    defaultOpen: open ?? false,
    autoFocus: autoFocus ?? false,
    loadData: (path: AreaOption[]) => void loadData(path),
    status: status ?? '',
    ...(retry ? { popupRender: (menu: ReactElement) => withFailed(menu, retry) } : {}),
  } as const
  return (
    <Antd>
      {multiple ? (
        <Cascader<AreaOption>
          {...shared}
          multiple
          value={paths}
          onChange={chosen => onChange(chosen.map(path => String(path.at(-1) ?? '')).join(','))}
        />
      ) : (
        <Cascader<AreaOption>
          {...shared}
          changeOnSelect
          value={paths[0] ?? []}
          displayRender={labels => labels.join(' / ')}
          onChange={path => onChange(String(path?.at(-1) ?? ''))}
        />
      )}
    </Antd>
  )
}

const codesIn = (value: string): string[] => value.split(',').filter(Boolean)

/** One that is not among the options stays by its code: what is not shown would be lost with the next choice. */
function pathOf(options: AreaOption[], code: string): string[] {
  const path = pathIn(options, code)
  return path.length > 0 ? path : [code]
}

/** `retry` is set while some level could not be loaded. */
function useAreas(first: string, depth: Depth | undefined) {
  const app = useApp()
  const [options, setOptions] = useState<AreaOption[]>([])
  const [missing, setMissing] = useState<AreaOption[] | undefined>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    void branches(app, codesIn(first), depth).then(
      tree => {
        if (!live) return
        setMissing(undefined)
        setOptions(tree)
      },
      () => {
        if (live) setMissing([])
      },
    )
    return () => {
      live = false
    }
  }, [app, first, depth, round])
  const loadData = useCallback(
    async (path: AreaOption[]) => {
      const last = path.at(-1)
      if (!last) return
      try {
        const children = await childOptions(app, last.value, path.length + 1, depth)
        setMissing(undefined)
        if (children.length > 0) last.children = children
        else last.isLeaf = true
      } catch {
        // an empty list ends the loading state; opening the level again retries
        last.children = []
        setMissing(path)
      }
      setOptions(old => [...old])
    },
    [app, depth],
  )
  const retry = missing && (() => (missing.length > 0 ? void loadData(missing) : setRound(count => count + 1)))
  return { options, loadData, retry }
}
