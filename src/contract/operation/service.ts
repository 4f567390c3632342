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

export const businessServiceStatuses = ['running', 'restarting', 'abnormal'] as const
export type BusinessServiceStatus = (typeof businessServiceStatuses)[number]

/** A restart ends by itself, in one of the other two. */
export const businessServiceMachine: Readonly<
  Record<BusinessServiceStatus, Partial<Record<'restart', BusinessServiceStatus>>>
> = {
  running: { restart: 'restarting' },
  abnormal: { restart: 'restarting' },
  restarting: {},
}

export const serviceLogLevels = ['info', 'warn', 'error'] as const
export type ServiceLogLevel = (typeof serviceLogLevels)[number]
