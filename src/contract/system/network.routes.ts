import { z } from 'zod'
import { Timestamp } from '../lib/crud.ts'
import { routes } from '../lib/route.ts'
import { Deployment, NetworkChange, NetworkRow } from './network.schema.ts'

export const networkRoutes = routes({
  'GET /network/current': { summary: 'The platform’s own addresses', screens: ['system-config'], reply: NetworkRow },
  'PUT /network/current': {
    summary: 'Change the addresses: starts a deployment that applies them when it is done',
    screens: ['system-config'],
    body: NetworkChange,
    reply: NetworkRow,
    problems: ['stale_version', 'version_required', 'no_changes', 'node_enabled', 'deployment_running'],
    audit: 'network.deploy',
  },
  'GET /network/deployment': {
    summary: 'The running or last deployment',
    screens: ['deploy-await', 'system-config'],
    reply: z.object({ deployment: Deployment.nullable(), server_time: Timestamp }),
  },
})
