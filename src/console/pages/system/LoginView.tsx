import { useEffect, useRef } from 'react'
import { drawLogin } from '../../signin/login.ts'

/** The login as a page of the console; at /login itself it stands alone, without the console's code (main.ts). */
export function LoginView() {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (place.current) drawLogin(place.current)
  }, [])
  return <div ref={place} />
}
