import { useState } from 'react'
import { UPLOAD } from '../../data/calls.ts'
import { send } from '../../data/http.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../definition.ts'
import { keysOf } from '../text.ts'

type Uploaded = string | { url?: string; id?: string }
const nameOf = (answer: Uploaded): string => (typeof answer === 'string' ? answer : (answer.url ?? answer.id ?? ''))

/** The value is the names of the uploaded files, comma-joined. */
export function UploadControl({ id, field, value, onChange, disabled }: ControlProps) {
  const [busy, setBusy] = useState(false)
  const files = keysOf(value)
  const add = async (chosen: FileList | null) => {
    setBusy(true)
    try {
      const names: string[] = []
      for (const file of chosen ?? []) names.push(nameOf(await send<Uploaded>(UPLOAD, { file })))
      onChange?.((field.multiple ? [...files, ...names] : names).filter(Boolean).join(','))
    } catch {
      // the client has said what went wrong; what was uploaded before stays
    } finally {
      setBusy(false)
    }
  }
  return (
    <span className="upload">
      {files.map((file) => (
        <span key={file} className="file">
          {file.split('/').pop()}
          <button type="button" className="link" onClick={() => onChange?.(files.filter((one) => one !== file).join(','))}>{t('移除')}</button>
        </span>
      ))}
      <input
        id={id} type="file" disabled={disabled || busy} multiple={Boolean(field.multiple)} accept={field.kind === 'image' ? 'image/*' : undefined}
        onChange={(event) => void add(event.target.files)}
      />
    </span>
  )
}
