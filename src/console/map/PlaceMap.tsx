import { useEffect, useId, useRef, useState } from 'react'
import { useApp } from '../app/useApp.ts'
import { currentConfig } from '../data/config/config.ts'
import { t } from '../i18n/t.ts'
import { RegionOutline } from './RegionOutline.tsx'
import { loadProvider, showMap, type ShownMap } from './service.ts'
import './map.css'

interface PlaceMapProps {
  address: string
  /** code of the area that the address is in */
  area: string
}

/** Where an address is: on the online map that is configured, else, or if it does not come, on our own (R2.27). */
export function PlaceMap({ address, area }: PlaceMapProps) {
  const app = useApp()
  const service = currentConfig(app).boot?.mapService
  const input = useId()
  const box = useRef<HTMLDivElement>(null)
  const map = useRef<ShownMap>(undefined)
  const [state, setState] = useState<'loading' | 'shown' | 'missing' | 'failed'>('loading')
  useEffect(() => {
    if (!service) return
    let live = true
    loadProvider(app, service).then(
      provider => {
        if (!live || !box.current) return
        setState('shown')
        map.current = showMap(provider, box.current, { address, input, onMissing: () => setState('missing') })
      },
      () => {
        if (live) setState('failed')
      },
    )
    return () => {
      live = false
      map.current?.end()
      map.current = undefined
    }
  }, [app, service, address, input])
  return (
    <div className="place-map">
      <p className="place-address">{address || t('没有登记地址')}</p>
      {service && state !== 'failed' ? (
        <>
          <SearchBox id={input} onSearch={text => map.current?.search(text)} />
          <div ref={box} className="place-online" aria-busy={state === 'loading'} />
        </>
      ) : (
        <RegionOutline area={area} />
      )}
      <p className="place-said" role="status">
        {state === 'missing' && t('在线地图没有找到这个地址，可在上面查找')}
        {state === 'failed' && t('在线地图没有打开，显示的是本系统的地区图')}
      </p>
    </div>
  )
}

function SearchBox({ id, onSearch }: { id: string; onSearch: (text: string) => void }) {
  return (
    <input
      id={id}
      type="search"
      className="input place-search"
      aria-label={t('查找地点')}
      placeholder={t('查找地点')}
      onKeyDown={event => {
        if (event.key === 'Enter') onSearch(event.currentTarget.value)
      }}
    />
  )
}
