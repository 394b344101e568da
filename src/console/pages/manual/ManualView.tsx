import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Manual } from '../../../core/contract/configuration.ts'
import { useApp } from '../../app/useApp.ts'
import { currentConfig, readManual } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import { manualOf } from '../../navigation/manuals.ts'
import { LoadError } from '../parts/ListStates.tsx'
import { PageHead } from '../parts/PageHead.tsx'
import { Chapters } from './Chapters.tsx'
import { findInManual, readable } from './manual.ts'
import './manual.css'

/** The operation manual of the user's role: contents, chapters, and a search through both. */
export function ManualView({ page }: { page: { route: string; title: string } }) {
  const { manual, error, retry } = useManual()
  const [typed, setTyped] = useState('')
  const query = useDeferredValue(typed)
  const shown = useMemo(() => manual && findInManual(manual, query), [manual, query])
  const count = shown?.chapters.reduce((sum, { sections }) => sum + sections.length, 0) ?? 0
  return (
    <section className="page manual">
      <PageHead page={page}>
        {query.trim() !== '' && (
          <span className="weak num" role="status">
            {t('找到 {count} 节', { count })}
          </span>
        )}
        <input
          type="search"
          className="input manual-search"
          placeholder={t('在手册中查找')}
          aria-label={t('在手册中查找')}
          value={typed}
          onChange={event => setTyped(event.target.value)}
        />
        <button type="button" className="button" onClick={() => window.print()}>
          {t('打印')}
        </button>
      </PageHead>
      {error && <LoadError what={t(page.title)} error={error} onRetry={retry} />}
      {!error && manual?.chapters.length === 0 && (
        <div className="state">
          <p>{t('操作手册不存在！')}</p>
        </div>
      )}
      {shown && manual?.chapters.length !== 0 && (
        <div className="manual-body">
          <Contents manual={shown} />
          <article className="manual-text" lang="zh">
            {count === 0 && <p className="weak">{t('手册里没有“{query}”，换一个词试试。', { query })}</p>}
            <Chapters manual={shown} query={query} />
          </article>
        </div>
      )}
    </section>
  )
}

function useManual(): { manual: Manual | undefined; error: Error | undefined; retry: () => void } {
  const app = useApp()
  const { manifest, boot } = currentConfig(app)
  const named = manualOf(manifest.app, boot?.user)
  const hash = typeof named === 'object' ? named.hash : undefined
  const [read, setRead] = useState<{ hash?: string; manual?: Manual; error?: Error }>({})
  const [tries, setTries] = useState(0)
  useEffect(() => {
    let late = false
    if (hash !== undefined)
      readManual(app, hash).then(
        manual => late || setRead({ hash, manual }),
        (error: Error) => late || setRead({ hash, error }),
      )
    return () => {
      late = true
    }
  }, [app, hash, tries])
  const manual = useMemo(() => {
    if (hash === undefined) return { chapters: [] }
    return read.manual && boot && readable(read.manual, boot)
  }, [hash, read.manual, boot])
  return { manual, error: read.hash === hash ? read.error : undefined, retry: () => setTries(tries + 1) }
}

function Contents({ manual }: { manual: Manual }) {
  const show = (id: string) => document.getElementById(id)?.scrollIntoView({ block: 'start' })
  return (
    <nav className="manual-contents" aria-label={t('手册目录')} lang="zh">
      {manual.chapters.map(chapter => (
        <div key={chapter.name}>
          <b>{chapter.title}</b>
          {chapter.sections.map(section => (
            <button key={section.name} type="button" onClick={() => show(`${chapter.name}-${section.name}`)}>
              {section.title}
            </button>
          ))}
        </div>
      ))}
    </nav>
  )
}
