import Cascader from 'antd/es/cascader'
import { useCallback, useEffect, useMemo, useState, type ReactElement } from 'react'
import { useApp } from '../../app/useApp.ts'
import { t } from '../../i18n/t.ts'
import { Antd } from '../../theme/Antd.tsx'
import { branch, childOptions, pathIn, type AreaOption, type Depth } from './areaOptions.ts'
import { withFailed } from './Failed.tsx'
import type { TouchedProps } from './Touch.tsx'

export interface AreaCascaderProps extends Partial<TouchedProps> {
  id?: string
  value: string
  onChange: (value: string) => void
  placeholder?: string
  disabled?: boolean
  status?: 'error' | undefined
  /** deepest level to choose; all levels when left out */
  depth?: Depth
}

/** Loads children when a level is opened, and all levels of an existing value (R2.24). */
export function AreaCascader({
  id,
  value,
  onChange,
  open,
  autoFocus,
  placeholder,
  disabled,
  status,
  depth,
}: AreaCascaderProps) {
  const [first] = useState(value)
  const { options, loadData, retry } = useAreas(first, depth)
  const selected = useMemo(() => pathIn(options, value), [options, value])
  return (
    <Antd>
      <Cascader<AreaOption>
        id={id ?? ''}
        className="fill"
        changeOnSelect
        allowClear
        placeholder={disabled ? '' : (placeholder ?? t('请选择'))}
        options={options}
        value={selected}
        disabled={disabled ?? false}
        defaultOpen={open ?? false}
        autoFocus={autoFocus ?? false}
        loadData={path => void loadData(path)}
        status={status ?? ''}
        {...(retry ? { popupRender: (menu: ReactElement) => withFailed(menu, retry) } : {})}
        displayRender={labels => labels.join(' / ')}
        onChange={path => onChange(String(path?.at(-1) ?? ''))}
      />
    </Antd>
  )
}

/** `retry` is set while some level could not be loaded. */
function useAreas(first: string, depth: Depth | undefined) {
  const app = useApp()
  const [options, setOptions] = useState<AreaOption[]>([])
  const [missing, setMissing] = useState<AreaOption[] | undefined>()
  const [round, setRound] = useState(0)
  useEffect(() => {
    let live = true
    void branch(app, first, depth).then(
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
