import { useEffect, useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import { drawLogin } from '../../signin/login.ts'

/** The login as a page of the console; at /login itself it stands alone, without the console's code (main.ts). */
export function LoginView() {
  const app = useApp()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) drawLogin(app, place.current)
  }, [app])
  return <div ref={place} />
}
