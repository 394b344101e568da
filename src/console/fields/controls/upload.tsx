import { useRef, useState, type DragEvent } from 'react'
import { useApp } from '../../app/useApp.ts'
import { addressTarget } from '../../data/address.ts'
import { currentConfig } from '../../data/config/config.ts'
import { t } from '../../i18n/t.ts'
import type { ControlProps } from '../values/definition.ts'
import { notify } from '../../feedback/notice.ts'
import { fileName, filesOf, fits, isPicture } from '../values/files.ts'
import { usePaste } from './usePaste.ts'
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
  const accept = field.kind === 'image' ? PICTURES : FILES
  const app = useApp()
  const box = useRef<HTMLDivElement>(null)
  const takeOnly = (given: readonly File[]) => {
    const fitting = given.filter(({ name }) => fits(name, accept))
    if (fitting.length < given.length)
      notify(app, {
        level: 'warning',
        text: t('只能上传这些格式：{formats}', { formats: accept.replaceAll('.', ' ') }),
      })
    add(fitting)
  }
  const take = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    if (!disabled) takeOnly([...event.dataTransfer.files])
  }
  usePaste(box, !disabled, takeOnly)
  const pick = t(field.kind === 'image' ? '选择图片' : '选择文件')
  return (
    <div
      ref={box}
      className={disabled ? 'upload closed' : over ? 'upload over' : 'upload'}
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
      <span className="weak">{t('或拖到这里、粘贴截图')}</span>
      <input
        ref={picker}
        type="file"
        hidden
        multiple={Boolean(field.multiple)}
        accept={accept}
        aria-label={t(field.label)}
        data-upload={id}
        onChange={event => {
          add([...(event.target.files ?? [])])
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
