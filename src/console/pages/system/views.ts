import { lazy, type ComponentType } from 'react'
import { NotFound } from '../../shell/NotFound.tsx'
import { Welcome } from '../../shell/Welcome.tsx'

/** Hand-written screens that a page of kind `system` names. */
export const SYSTEM_VIEWS: Record<string, ComponentType> = {
  notFound: NotFound,
  welcome: Welcome,
  login: lazy(async () => ({ default: (await import('../../shell/Login.tsx')).LoginScreen })),
}
