import { lazy, type ComponentType } from 'react'
import type { SystemPage } from '../../../core/contract/configuration.ts'
import { NotFound } from './NotFound.tsx'

/** Components for pages of kind `system`, by their `view`. */
export const SYSTEM_VIEWS: Record<string, ComponentType<{ page: SystemPage }>> = {
  notFound: NotFound,
  welcome: lazy(async () => ({ default: (await import('./Welcome.tsx')).Welcome })),
  password: lazy(async () => ({ default: (await import('../account/Password.tsx')).Password })),
  security: lazy(async () => ({ default: (await import('../account/Security.tsx')).Security })),
  login: lazy(async () => ({ default: (await import('./LoginView.tsx')).LoginView })),
}
