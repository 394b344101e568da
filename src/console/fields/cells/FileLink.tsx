import { useState, type MouseEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import { addressTarget } from '../../data/address.ts'
import { download } from '../../data/download.ts'
import { t } from '../../i18n/t.ts'
import { fileName } from '../values/files.ts'

/**
 * One address of a file field: a file of ours is downloaded, another site opens in a new window, anything else is shown
 * as text.
 */
export function FileLink({ file, fileBase }: { file: string; fileBase: string }) {
  const { kind, url } = addressTarget(file, fileBase)
  if (kind === 'own') return <OwnFile name={fileName(url)} url={url} />
  // noreferrer: the other site does not learn where the link is
  if (kind === 'elsewhere')
    return (
      <a href={url} className="file" title={url} target="_blank" rel="noreferrer noopener">
        {fileName(url) || url}
      </a>
    )
  return (
    <span className="file" title={t('这个地址不是文件')}>
      {file}
    </span>
  )
}

/** A link that can be copied; a plain click downloads the file under its own name. */
function OwnFile({ name, url }: { name: string; url: string }) {
  const app = useApp()
  const [busy, setBusy] = useState(false)
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    void download(app, new URL(url, location.href).href, name)
      .catch(() => undefined)
      .finally(() => setBusy(false))
  }
  return (
    <a href={url} className="file" aria-busy={busy} title={name} onClick={save}>
      {name}
    </a>
  )
}
