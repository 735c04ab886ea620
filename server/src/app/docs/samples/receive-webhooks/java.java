import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class ReceiveWebhooks {
  // Both, separated by a comma, while a secret is being replaced.
  static final String[] SECRETS = System.getenv("WEBHOOK_SECRET").split(",");

  static byte[] keyOf(String secret) {
    if (secret.startsWith("whsec_agent_") || secret.startsWith("whsec_gap_")) return secret.getBytes(StandardCharsets.UTF_8);
    return Base64.getDecoder().decode(secret.substring("whsec_".length()));
  }

  static boolean isGenuine(String header, byte[] body) throws Exception {
    String t = "";
    for (String part : header.split(",")) if (part.strip().startsWith("t=")) t = part.strip().substring(2);
    if (!t.matches("[0-9]{1,12}") || Math.abs(Instant.now().getEpochSecond() - Long.parseLong(t)) > 300) return false;
    boolean matched = false;
    for (String secret : SECRETS) {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(keyOf(secret), "HmacSHA256"));
      mac.update((t + ".").getBytes(StandardCharsets.UTF_8));
      byte[] expected = ("v1=" + HexFormat.of().formatHex(mac.doFinal(body))).getBytes(StandardCharsets.UTF_8);
      for (String part : header.split(",")) {
        matched |= MessageDigest.isEqual(expected, part.strip().getBytes(StandardCharsets.UTF_8));
      }
    }
    return matched;
  }

  public static void main(String[] args) throws Exception {
    int port = Integer.parseInt(System.getenv().getOrDefault("PORT", "3000"));
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/", exchange -> {
      // The raw bytes: these are signed, not anything parsed from them.
      byte[] body = exchange.getRequestBody().readAllBytes();
      String header = exchange.getRequestHeaders().getFirst("X-Service-Signature");
      String event = exchange.getRequestHeaders().getFirst("X-Service-Event");
      boolean genuine;
      try {
        genuine = isGenuine(header == null ? "" : header, body);
      } catch (Exception failed) {
        throw new IllegalStateException(failed);
      }
      exchange.sendResponseHeaders(genuine ? 204 : 400, -1);
      exchange.close();
      System.out.println(genuine ? "genuine " + event : "refused");
    });
    server.start();
    System.out.println("listening on " + port);
  }
}
