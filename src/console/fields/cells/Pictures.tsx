import { Suspense, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { lazyPart } from '../../boundaries/lazyPart.ts'

const Zoom = lazyPart(async () => ({ default: (await import('./Zoom.tsx')).Zoom }))

/** Thumbnails of a record's pictures; a click enlarges them. A broken picture is reported in its place. */
export function Pictures({ label, urls }: { label: string; urls: string[] }) {
  const [at, setAt] = useState<number | undefined>()
  return (
    <span className="images">
      {urls.map((url, i) => (
        <Small key={url} url={url} name={urls.length > 1 ? `${label} ${i + 1}` : label} onOpen={() => setAt(i)} />
      ))}
      {at !== undefined && (
        <Suspense fallback={null}>
          <Zoom label={label} urls={urls} at={at} onMove={setAt} onClose={() => setAt(undefined)} />
        </Suspense>
      )}
    </span>
  )
}

function Small({ url, name, onOpen }: { url: string; name: string; onOpen: () => void }) {
  const [failed, setFailed] = useState(false)
  const [round, setRound] = useState(0)
  if (failed) {
    return (
      <span className="image-failed" role="alert">
        {t('{name}没有读到', { name })}
        <button
          type="button"
          className="link"
          onClick={() => {
            setRound(round + 1)
            setFailed(false)
          }}
        >
          {t('重试')}
        </button>
      </span>
    )
  }
  return (
    <button type="button" className="image" aria-label={t('放大 {name}', { name })} onClick={onOpen}>
      <img
        key={round}
        src={url}
        alt={name}
        loading="lazy"
        onLoad={({ currentTarget: img }) => img.classList.toggle('square', img.naturalWidth === img.naturalHeight)}
        onError={() => setFailed(true)}
      />
    </button>
  )
}
