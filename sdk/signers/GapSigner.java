// Signs requests with the profile gap-v2 and verifies webhook deliveries. One file, Java 17, no libraries.
//
//   java GapSigner.java sign METHOD URL KEYID KEY_FILE TEST|PRODUCTION [IDEMPOTENCY_KEY] < body   prints the headers to add
//   WEBHOOK_SECRET=old,new java GapSigner.java verify "$X_SERVICE_SIGNATURE" < body               accepted, or why not
//
// The body is the exact bytes you send or received. SIGN_CREATED, SIGN_NONCE and VERIFY_NOW are for tests.
// SPDX-License-Identifier: Apache-2.0
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.MessageDigest;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.interfaces.ECPrivateKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public final class GapSigner {
  private static final String KEY_FORMAT =
      "the key must be an Ed25519 or P-256 private key in PKCS#8 PEM (-----BEGIN PRIVATE KEY-----)";

  /** created 0 and nonce null mean now and random. */
  public record Request(String method, String url, String keyid, PrivateKey key, String environment,
      String idempotencyKey, byte[] body, long created, String nonce) {}

  /** The headers to add. Sign every attempt again: a nonce is accepted once, for 300 seconds. */
  public static Map<String, String> signRequest(Request request) throws GeneralSecurityException {
    boolean changes = request.method().equals("POST") || request.method().equals("PATCH");
    String name = request.idempotencyKey();
    if (changes && (name == null || !name.matches("[\\x21-\\x7e]{1,255}"))) {
      throw new IllegalArgumentException("POST and PATCH need an idempotency key of 1 to 255 visible ASCII characters");
    }
    boolean edwards = !(request.key() instanceof ECPrivateKey);
    long created = request.created() == 0 ? Instant.now().getEpochSecond() : request.created();
    String nonce = request.nonce() == null ? UUID.randomUUID().toString() : request.nonce();
    // The profile fixes this order.
    Map<String, String> added = new LinkedHashMap<>();
    if (changes) {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(request.body());
      added.put("content-digest", "sha-256=:" + Base64.getEncoder().encodeToString(digest) + ":");
    }
    if (name != null) added.put("idempotency-key", name);
    added.put("x-svc-environment", request.environment());
    Map<String, String> components = new LinkedHashMap<>();
    components.put("@method", request.method());
    components.put("@target-uri", request.url().split("#", 2)[0]);
    components.putAll(added);
    String covered = components.keySet().stream().map(one -> '"' + one + '"').collect(Collectors.joining(" "));
    String parameters = "(" + covered + ");created=" + created + ";nonce=\"" + nonce + "\";keyid=\"" + request.keyid()
        + "\";alg=\"" + (edwards ? "ed25519" : "ecdsa-p256-sha256") + "\";tag=\"gap-v2\"";
    components.put("@signature-params", parameters);
    String base = components.entrySet().stream()
        .map(one -> '"' + one.getKey() + "\": " + one.getValue()).collect(Collectors.joining("\n"));
    // 32 bytes each of r and s, not DER.
    Signature signature = Signature.getInstance(edwards ? "Ed25519" : "SHA256withECDSAinP1363Format");
    signature.initSign(request.key());
    signature.update(base.getBytes(StandardCharsets.UTF_8));
    added.put("signature-input", "svc=" + parameters);
    added.put("signature", "svc=:" + Base64.getEncoder().encodeToString(signature.sign()) + ":");
    return added;
  }

  public static PrivateKey readKey(String pem) {
    String begin = "-----BEGIN PRIVATE KEY-----";
    int from = pem.indexOf(begin);
    int to = pem.indexOf("-----END PRIVATE KEY-----");
    if (from < 0 || to < 0) throw new IllegalArgumentException(KEY_FORMAT);
    byte[] der;
    try {
      der = Base64.getMimeDecoder().decode(pem.substring(from + begin.length(), to));
    } catch (IllegalArgumentException error) {
      throw new IllegalArgumentException(KEY_FORMAT);
    }
    for (String kind : List.of("Ed25519", "EC")) {
      try {
        PrivateKey key = KeyFactory.getInstance(kind).generatePrivate(new PKCS8EncodedKeySpec(der));
        boolean fits = !(key instanceof ECPrivateKey curve) || curve.getParams().toString().contains("secp256r1");
        if (fits) return key;
      } catch (GeneralSecurityException error) {
        // Of the other kind, or of none.
      }
    }
    throw new IllegalArgumentException(KEY_FORMAT);
  }

  /** accepted, header, timestamp, signature or secret. */
  public static String verifyWebhook(String header, byte[] body, List<String> secrets, long now)
      throws GeneralSecurityException {
    List<String> times = new ArrayList<>();
    List<String> signatures = new ArrayList<>();
    for (String part : header.split(",")) {
      String one = part.strip();
      if (one.startsWith("t=")) times.add(one.substring(2));
      if (one.startsWith("v1=")) signatures.add(one.substring(3));
    }
    if (times.size() != 1 || !times.get(0).matches("[0-9]{1,12}") || signatures.isEmpty()) return "header";
    if (Math.abs(now - Long.parseLong(times.get(0))) > 300) return "timestamp";
    boolean matched = false;
    for (String secret : secrets) {
      byte[] key = hmacKey(secret);
      if (key == null) return "secret";
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update((times.get(0) + ".").getBytes(StandardCharsets.UTF_8));
      StringBuilder hex = new StringBuilder();
      for (byte one : mac.doFinal(body)) hex.append(String.format("%02x", one));
      byte[] expected = hex.toString().getBytes(StandardCharsets.UTF_8);
      for (String signature : signatures) {
        // In constant time.
        matched |= MessageDigest.isEqual(expected, signature.getBytes(StandardCharsets.UTF_8));
      }
    }
    return matched ? "accepted" : "signature";
  }

  private static byte[] hmacKey(String secret) {
    if (secret.startsWith("whsec_gap_") || secret.startsWith("whsec_agent_")) {
      return secret.getBytes(StandardCharsets.UTF_8);
    }
    if (!secret.matches("whsec_[A-Za-z0-9+/]+={0,2}")) return null;
    try {
      return Base64.getDecoder().decode(secret.substring("whsec_".length()));
    } catch (IllegalArgumentException error) {
      return null;
    }
  }

  private static long numberFrom(String name, long otherwise) {
    String text = System.getenv(name);
    return text == null ? otherwise : Long.parseLong(text);
  }

  public static void main(String[] given) throws Exception {
    byte[] body = System.in.readAllBytes();
    if (given[0].equals("sign")) {
      PrivateKey key = readKey(Files.readString(Path.of(given[4])));
      String idempotencyKey = given.length > 6 ? given[6] : null;
      Request request = new Request(given[1], given[2], given[3], key, given[5], idempotencyKey, body,
          numberFrom("SIGN_CREATED", 0), System.getenv("SIGN_NONCE"));
      signRequest(request).forEach((name, value) -> System.out.println(name + ": " + value));
      return;
    }
    List<String> secrets = List.of(System.getenv("WEBHOOK_SECRET").split(","));
    long now = numberFrom("VERIFY_NOW", Instant.now().getEpochSecond());
    String outcome = verifyWebhook(given.length > 1 ? given[1] : "", body, secrets, now);
    System.out.println(outcome);
    System.exit(outcome.equals("accepted") ? 0 : 1);
  }
}
