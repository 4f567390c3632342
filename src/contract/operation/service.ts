/** Services the platform consists of, whoever runs them. */
export const serviceNames = [
  'api',
  'database',
  'scheduler',
  'image-store',
  'hypervisor-agent',
  'console-proxy',
  'recorder',
  'collector',
  'traffic-engine',
] as const
export type ServiceName = (typeof serviceNames)[number]

export const serviceStatuses = ['running', 'restarting', 'abnormal'] as const
export type ServiceStatus = (typeof serviceStatuses)[number]

/** A restart ends by itself, in one of the other two. */
export const serviceMachine: Readonly<Record<ServiceStatus, Partial<Record<'restart', ServiceStatus>>>> = {
  running: { restart: 'restarting' },
  abnormal: { restart: 'restarting' },
  restarting: {},
}

export const serviceLogLevels = ['info', 'warn', 'error'] as const
export type ServiceLogLevel = (typeof serviceLogLevels)[number]
