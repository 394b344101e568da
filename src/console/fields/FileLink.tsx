import { useState, type MouseEvent } from 'react'
import { download } from '../data/download.ts'

/** A real link, so that it can be copied; a plain click saves the file under the name that people gave it. */
export function FileLink({ name, url }: { name: string; url: string }) {
  const [busy, setBusy] = useState(false)
  const save = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    if (busy) return
    setBusy(true)
    void download(new URL(url, location.href).href, name).catch(() => undefined).finally(() => setBusy(false))
  }
  return <a href={url} className="file" aria-busy={busy} title={name} onClick={save}>{name}</a>
}
