import { useRef, useState, type DragEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import { addressTarget } from '../../data/address.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { fileName, filesOf, isPicture } from '../values/files.ts'
import { useUploads, type Going } from './useUploads.ts'

const PICTURES = '.png,.jpg,.jpeg,.gif,.webp'
const FILES = `.pdf,.doc,.docx,.xls,.xlsx,.csv,.txt,.json,.mp3,.mp4,.flv,${PICTURES}`

/** The value is a comma-joined list of addresses. Each file shows its progress and can be removed. */
export function UploadControl({ id = '', field, value, onChange, disabled }: ControlProps) {
  const files = filesOf(value)
  const put = (next: string[]) => onChange?.(next.join(','))
  const { going, add, drop, again } = useUploads(id, files, put, Boolean(field.multiple))
  const [over, setOver] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) add(event.dataTransfer.files)
  }
  const pick = t(field.kind === 'image' ? '选择图片' : '选择文件')
  const accept = field.kind === 'image' ? PICTURES : FILES
  return (
    <div
      className={over ? 'upload over' : 'upload'}
      onDragOver={event => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={take}
    >
      <button
        type="button"
        id={id}
        className="button"
        aria-label={pick}
        disabled={disabled}
        onClick={() => picker.current?.click()}
      >
        {pick}
      </button>
      <span className="weak">{t('或拖到这里')}</span>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={Boolean(field.multiple)}
        accept={accept}
        aria-label={t(field.label)}
        data-upload={id}
        onChange={event => {
          add(event.target.files)
          event.target.value = ''
        }}
      />
      {files.length + going.length > 0 && (
        <ul>
          {files.map(file => (
            <UploadedFile
              key={file}
              file={file}
              disabled={disabled}
              onRemove={() => put(files.filter(one => one !== file))}
            />
          ))}
          {going.map(one => (
            <OnItsWay key={one.key} one={one} onDrop={() => drop(one)} onAgain={() => again(one)} />
          ))}
        </ul>
      )}
    </div>
  )
}

function UploadedFile({
  file,
  disabled,
  onRemove,
}: {
  file: string
  disabled: boolean | undefined
  onRemove: () => void
}) {
  const app = useApp()
  const name = fileName(file)
  const { kind, url } = addressTarget(file, currentConfig(app).manifest.app.api.fileBase)
  return (
    <li>
      {kind === 'own' && isPicture(file) && <img src={url} alt="" />}
      {kind === 'nowhere' ? (
        <span title={file}>{file}</span>
      ) : (
        <a href={url} target="_blank" rel="noreferrer noopener" title={kind === 'own' ? name : url}>
          {name || url}
        </a>
      )}
      <button
        type="button"
        className="link danger"
        disabled={disabled}
        aria-label={t('移除 {name}', { name })}
        onClick={onRemove}
      >
        {t('移除')}
      </button>
    </li>
  )
}

function OnItsWay({ one, onDrop, onAgain }: { one: Going; onDrop: () => void; onAgain: () => void }) {
  const percent = Math.round(one.part * 100)
  return (
    <li className={one.failed ? 'failed' : ''}>
      <span title={one.name}>{one.name}</span>
      {one.failed ? (
        <span role="alert">{one.failed}</span>
      ) : (
        <progress value={percent} max={100} aria-label={t('已上传 {n}%', { n: percent })} />
      )}
      {one.failed ? (
        <button type="button" className="link" onClick={onAgain}>
          {t('重试')}
        </button>
      ) : (
        <span className="num weak">{percent}%</span>
      )}
      <button type="button" className="link" onClick={onDrop}>
        {t('取消')}
      </button>
    </li>
  )
}
