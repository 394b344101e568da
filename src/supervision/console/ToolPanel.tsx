import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../console/app/useApp.ts'
import { send } from '../../console/data/http/http.ts'
import { NETWORK_TOOL_DELETE, NETWORK_TOOL_LIST } from './calls.ts'
import { t } from '../../console/i18n/t.ts'
import type { DropPanel } from '../../console/shell/header/Drop.tsx'
import { useDiscard } from '../../console/navigation/useUnsaved.ts'
import { AddTool, type ToolFormProps } from './AddTool.tsx'
import { useTypedIn } from './useTypedIn.ts'
import './tools.css'

interface Tool {
  id: string
  desc: string
  url: string
}
type Mode = 'browse' | 'add' | 'delete'

/** The user's own links: browse, add, delete several; cancel goes back to browsing (R4.06). */
export function ToolPanel({ onTyped }: DropPanel) {
  const app = useApp()
  const [mode, setMode] = useState<Mode>('browse')
  const [tools, setTools] = useState<Tool[] | undefined>()
  const [error, setError] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const load = () => {
    send<Tool[]>(app, NETWORK_TOOL_LIST, {}, { quiet: true }).then(
      list => {
        setError('')
        setTools(list ?? [])
      },
      (cause: Error) => setError(cause.message),
    )
  }
  useEffect(load, [app])
  useEffect(() => {
    if (!box.current?.contains(document.activeElement)) box.current?.focus()
  }, [mode])
  const browse = () => setMode('browse')
  const changed = () => {
    browse()
    load()
  }
  return (
    <div ref={box} className="popup tool-panel" role="dialog" aria-label={t('网络工具')} tabIndex={-1}>
      <div className="tool-head">
        <strong>{t('网络工具')}</strong>
        {mode === 'browse' && (
          <button type="button" className="link" onClick={() => setMode('add')}>
            {t('添加')}
          </button>
        )}
        {mode === 'browse' && (
          <button type="button" className="link" disabled={!tools?.length} onClick={() => setMode('delete')}>
            {t('删除')}
          </button>
        )}
      </div>
      {error && (
        <p className="field-error" role="alert">
          {error}{' '}
          <button type="button" className="link" onClick={load}>
            {t('重试')}
          </button>
        </p>
      )}
      {mode === 'browse' && tools && <Browse tools={tools} />}
      {mode === 'add' && <AddTool onTyped={onTyped} onDone={changed} onCancel={browse} />}
      {mode === 'delete' && <Remove tools={tools ?? []} onTyped={onTyped} onDone={changed} onCancel={browse} />}
    </div>
  )
}

function Browse({ tools }: { tools: Tool[] }) {
  if (tools.length === 0) return <p className="tool-empty">{t('还没有网址，添加后在这里打开')}</p>
  return (
    <ul>
      {tools.map(({ id, desc, url }) => (
        <li key={id}>
          {/^https?:/i.test(url) ? (
            <a href={url} target="_blank" rel="noreferrer noopener" title={url}>
              {desc}
              <small>{hostOf(url)}</small>
            </a>
          ) : (
            <span>{desc}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

function hostOf(url: string): string {
  try {
    return new URL(url).host
  } catch {
    return ''
  }
}

function Remove({ tools, onTyped, onDone, onCancel }: ToolFormProps & { tools: Tool[] }) {
  const app = useApp()
  const [picked, setPicked] = useState<string[]>([])
  useTypedIn(onTyped, picked.length > 0)
  const cancel = useDiscard(() => picked.length > 0, onCancel)
  const [error, setError] = useState('')
  const remove = () => {
    send(app, NETWORK_TOOL_DELETE, { id: picked.join(',') }, { quiet: true }).then(onDone, (cause: Error) =>
      setError(cause.message),
    )
  }
  return (
    <>
      <ul>
        {tools.map(({ id, desc }) => (
          <li key={id}>
            <label>
              <input
                type="checkbox"
                className="tick"
                checked={picked.includes(id)}
                onChange={event => setPicked(event.target.checked ? [...picked, id] : picked.filter(one => one !== id))}
              />
              {desc}
            </label>
          </li>
        ))}
      </ul>
      <p className="field-error" role="alert">
        {error}
      </p>
      <div className="tool-buttons">
        <button type="button" className="button" onClick={() => void cancel()}>
          {t('取消')}
        </button>
        <button type="button" className="button danger" data-guard="" disabled={picked.length === 0} onClick={remove}>
          {t('删除 {n} 个网址', { n: picked.length })}
        </button>
      </div>
    </>
  )
}
