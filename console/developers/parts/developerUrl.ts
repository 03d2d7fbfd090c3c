/** Where programs call the Developer interface: where this page comes from. */
export const developerUrl = (): string => `${window.location.origin}/api/developer`
