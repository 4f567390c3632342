interface ImportMetaEnv {
  /** False in a build made with RANGE_API=foreign: code behind it, the failure mock of session storage, is left out. */
  readonly VITE_FAULTS: boolean
}
