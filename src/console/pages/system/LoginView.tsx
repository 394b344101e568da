import { useEffect, useRef } from 'react'
import { useApp } from '../../app/useApp.ts'
import { drawLogin } from '../../signin/login.ts'

/** The sign-in page within the console; at /login itself it is drawn without the console's code (start.ts). */
export function LoginView() {
  const app = useApp()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) drawLogin(app, place.current)
  }, [app])
  return <div ref={place} />
}
