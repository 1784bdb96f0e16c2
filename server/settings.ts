export interface Settings {
  production: boolean;
  port: number;
  host: string;
  dataDir: string;
  devSignInFromLan: boolean;
  adminEmails: string[];
  appleClientId: string | undefined;
  appleRedirectUri: string | undefined;
  appleJwksUrl: string;
  corsOrigins: string[];
  tls: { certFile: string; keyFile: string } | undefined;
  maxUploadBytes: number;
  maxImagePixels: number;
  trustProxy: boolean;
}
