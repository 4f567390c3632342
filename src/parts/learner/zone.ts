/** The viewer's own time zone, by its IANA name. */
export const ownZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
