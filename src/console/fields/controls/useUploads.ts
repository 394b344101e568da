import { useEffect, useRef, useState } from 'react'
import { useApp } from '../../app/useApp.ts'
import { FILE_UPLOAD } from '../../data/calls/session-calls.ts'
import { send } from '../../data/http/http.ts'
import { t } from '../../i18n/t.ts'
import { setGoing } from '../values/files.ts'

export interface Going {
  key: number
  name: string
  /** 0 to 1 */
  part: number
  failed?: string
}
interface Job {
  file: File
  stop: AbortController
}
interface Uploaded {
  url?: string
  id?: string
}

const addressOf = (answer: Uploaded | string): string =>
  typeof answer === 'string' ? answer : (answer.url ?? answer.id ?? '')

/**
 * Uploads of one control, one after the other. A finished one is appended to the current value, which may have changed
 * meanwhile.
 */
export function useUploads(id: string, files: string[], put: (files: string[]) => void, several: boolean) {
  const app = useApp()
  const [going, setList] = useState<Going[]>([])
  const keys = useRef(0)
  const jobs = useRef(new Map<number, Job>())
  const value = useRef(files)
  useEffect(() => {
    value.current = files
  }, [files])
  const active = going.filter(one => !one.failed).length
  useEffect(() => setGoing(app, id, active), [app, id, active])
  useEffect(() => {
    const kept = jobs.current
    return () => {
      setGoing(app, id, 0)
      for (const { stop } of kept.values()) stop.abort()
    }
  }, [app, id])

  const change = (key: number, next: Partial<Going>) =>
    setList(list => list.map(one => (one.key === key ? { ...one, ...next } : one)))
  const forget = (key: number) => {
    jobs.current.delete(key)
    setList(list => list.filter(one => one.key !== key))
  }
  const run = async (key: number, { file, stop }: Job): Promise<void> => {
    try {
      const answer = await send<Uploaded | string>(
        app,
        FILE_UPLOAD,
        { file },
        { quiet: true, stop: stop.signal, onProgress: part => change(key, { part }) },
      )
      const address = addressOf(answer)
      value.current = several ? [...value.current, address] : [address]
      put(value.current)
      forget(key)
    } catch (cause) {
      if (!stop.signal.aborted)
        change(key, { failed: cause instanceof Error && cause.message ? cause.message : t('上传没有成功') })
    }
  }
  const start = (key: number, file: File) => {
    const job = { file, stop: new AbortController() }
    jobs.current.set(key, job)
    void run(key, job)
  }
  const add = (chosen: readonly File[]) => {
    const list = chosen.slice(0, several ? undefined : 1)
    if (list.length === 0) return
    const fresh = list.map(file => ({ key: ++keys.current, name: file.name, part: 0, file }))
    setList(old => [...(several ? old : []), ...fresh.map(({ key, name, part }) => ({ key, name, part }))])
    for (const { key, file } of fresh) start(key, file)
  }
  const drop = (one: Going) => {
    jobs.current.get(one.key)?.stop.abort()
    forget(one.key)
  }
  const again = (one: Going) => {
    const file = jobs.current.get(one.key)?.file
    if (!file) return
    setList(list => list.map(old => (old.key === one.key ? { key: old.key, name: old.name, part: 0 } : old)))
    start(one.key, file)
  }
  return { going, add, drop, again }
}
