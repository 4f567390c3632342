/** Enough for any suite; what limits there are is tested where they are tested. */
const plenty = { max: 1e9, per: 60 }
const open = { account: plenty, address: plenty }
export const noLimits = { read: open, write: open, 'sign-in': open, register: open, upload: open, report: open }
