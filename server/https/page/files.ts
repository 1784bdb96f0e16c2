/** The addresses of what is served on http beside the page. */
export const FILES = {
  certificate: '/circuit-tree-ca.crt',
  certificateText: '/circuit-tree-ca.pem',
  profile: '/circuit-tree-ca.mobileconfig',
  style: '/https/page.css',
  script: '/https/check.js',
} as const;
