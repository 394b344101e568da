import { useEffect, useMemo, useState, type KeyboardEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import type { MenuItem } from '../../../core/contract/api.ts'
import { t } from '../../i18n/t.ts'
import { useGo } from '../../navigation/navigation.ts'
import { routeOf } from '../../navigation/routes.ts'
import { recentUrls, rememberUrl } from '../../menu/recent.ts'
import { Layer } from '../../feedback/Layer.tsx'
import { useRecords } from './useRecords.ts'
import { findTargets, targetsOf, type Syllables, type Target } from '../../menu/find.ts'
import './palette.css'

const MOST = 50
/** pages shown before records */
const FEW = 8

/** Finds pages by name, pinyin or initials; recently used ones come first. */
export function Palette({ items, onClose }: { items: MenuItem[]; onClose: () => void }) {
  const app = useApp()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const syllables = useSyllables()
  const [recent] = useState(() => recentUrls(app))
  const targets = useMemo(() => targetsOf(items, t), [items])
  const pages = useMemo(
    () => findTargets(targets, query, recent, syllables).slice(0, MOST),
    [targets, query, recent, syllables],
  )
  const { records, busy } = useRecords(query)
  const found = useMemo(() => [...(records.length > 0 ? pages.slice(0, FEW) : pages), ...records], [pages, records])
  const go = useGo()
  const choose = (target: Target | undefined) => {
    if (!target) return
    if (!target.record) rememberUrl(app, target.url)
    onClose()
    if (target.external) window.open(target.url, '_blank', 'noopener')
    else go.to(`/${routeOf(target.url)}`)
  }
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) choose(found[at])
    else if (step && found.length) setAt((at + step + found.length) % found.length)
    else return
    event.preventDefault()
  }
  return (
    <Layer className="palette" label={t('查找菜单和记录')} onClose={onClose}>
      <input
        className="palette-input"
        autoFocus
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[at] ? `palette-${at}` : undefined}
        aria-label={t('查找菜单和记录')}
        placeholder={t('输入菜单的名称、拼音或首字母，或记录的编号、名称、代码')}
        value={query}
        onChange={event => {
          setQuery(event.target.value)
          setAt(0)
        }}
        onKeyDown={keys}
      />
      <Results found={found} at={at} onPoint={setAt} onChoose={choose} />
      {found.length === 0 && (
        <p className="palette-empty">
          {busy ? t('正在查找…') : t('没有找到“{query}”，换个名称、首字母或编号', { query })}
        </p>
      )}
    </Layer>
  )
}

interface ResultsProps {
  found: Target[]
  at: number
  onPoint: (at: number) => void
  onChoose: (target: Target) => void
}

function Results({ found, at, onPoint, onChoose }: ResultsProps) {
  return (
    <ul id="palette-list" role="listbox" aria-label={t('查找结果')}>
      {found.map((target, i) => (
        <li
          key={target.within + target.url}
          id={`palette-${i}`}
          role="option"
          aria-selected={i === at}
          ref={element => {
            if (i === at) element?.scrollIntoView?.({ block: 'nearest' })
          }}
          onPointerMove={() => onPoint(i)}
          onClick={() => onChoose(target)}
        >
          <span className="palette-title">{target.title}</span>
          {target.note && <small className="num">{target.note}</small>}
          <small className="palette-within">{target.within}</small>
        </li>
      ))}
    </ul>
  )
}

function useSyllables(): Syllables | undefined {
  const [syllables, setSyllables] = useState<{ of: Syllables } | undefined>()
  useEffect(() => {
    // if it fails to load, names still match
    import('../../menu/pinyin.ts').then(
      ({ syllablesOf }) => setSyllables({ of: syllablesOf }),
      () => undefined,
    )
  }, [])
  return syllables?.of
}
