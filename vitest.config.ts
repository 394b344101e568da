import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

const node = { environment: 'node' as const }
export default defineConfig({
  plugins: [react()],
  test: {
    // two cores: more workers than that only make browsers and databases time out
    maxWorkers: 2,
    projects: [
      { extends: true, test: { ...node, name: 'core', include: ['tests/{core,cli,cases,conventions,regions}/**/*.test.ts'] } },
      { extends: true, test: { ...node, name: 'server', include: ['tests/server/**/*.test.ts'], testTimeout: 60_000, hookTimeout: 120_000 } },
      { extends: true, test: { environment: 'happy-dom', name: 'console', include: ['tests/console/**/*.test.{ts,tsx}'], setupFiles: ['tests/console/patience.ts'], testTimeout: 30_000 } },
      { extends: true, test: { ...node, name: 'e2e', include: ['tests/e2e/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 240_000 } },
    ],
  },
})
